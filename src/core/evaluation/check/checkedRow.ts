import canonicalize from 'canonicalize';
import { imageOf } from '../../dataset/imageOf';
import type { Instance } from '../../instance/instance';
import type { Sha256 } from '../../shared/hash';

/**
 * The RFC 8785 form of what base and gold runs depend on in a row: repository and commit, patches, lists, image, script,
 * parser. A statement or a label may be mended without making a check stale.
 */
const checkedRowText = (instance: Instance): string => {
  const { id, repo, baseCommit, goldPatch, testPatch, failToPass, passToPass } = instance;
  const { version, evalScript, logParser, evalType } = instance;
  const image = imageOf(instance)?.name ?? null;
  const row = {
    ...{ id, repo, baseCommit, goldPatch, testPatch, failToPass, passToPass },
    ...{ version, image, evalScript, logParser, evalType },
  };
  return canonicalize(row) ?? '';
};

export const checkedRowHash = (instance: Instance, sha256: Sha256): string => sha256(checkedRowText(instance));
