// Draws media/icon.png (128 px), the extension's icon, from media/touchstone.svg. Needs Chromium (TOUCHSTONE_CHROMIUM).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const media = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'media');
const size = 128;
const stone = '#1f2328';
const streaks = '#e3b341';

const glyph = fs.readFileSync(path.join(media, 'touchstone.svg'), 'utf8').replace('stroke="#000"', 'stroke="#e6e6e6"');
// The second path of the glyph is the streaks of gold on the stone.
const coloured = glyph.replace(/<path (?=[^>]*\/><\/svg>)/, `<path stroke="${streaks}" stroke-width="2" `);
const html = `<body style="margin:0"><div style="box-sizing:border-box;width:${size}px;height:${size}px;
  border-radius:24px;background:${stone};padding:14px">${coloured.replace('width="24" height="24"', 'width="100" height="100"')}</div>`;

const executablePath = process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(html);
  await page.screenshot({ path: path.join(media, 'icon.png'), omitBackground: true });
} finally {
  await browser.close();
}
