/** Which instance is meant: the file it stands in and its id. */
export interface InstanceRef {
  readonly datasetPath: string;
  readonly instanceId: string;
}

/** Which prediction on an instance: the predictions file of its run; null for gold. */
export interface PredictionRef extends InstanceRef {
  readonly predictionsPath: string;
}
