import type { Frame } from 'playwright-core';

/** Text of a page that stands out too little from what lies behind it, as `ratio text`; 4.5 is WCAG's AA. */
export const faintText = (frame: Frame, background: string): Promise<readonly string[]> =>
  frame.evaluate((variable) => {
    type Rgba = readonly [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) return ['no canvas'];
    const parse = (color: string): Rgba => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a]: Rgba, [x, y, z]: Rgba): Rgba => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ];
    const light = ([r, g, b]: Rgba): number => {
      const [x = 0, y = 0, z = 0] = [r, g, b]
        .map((each) => each / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ratio = (a: Rgba, b: Rgba): number => {
      const [high = 0, low = 0] = [light(a), light(b)].sort((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    const page = parse(getComputedStyle(document.documentElement).getPropertyValue(variable).trim());
    const behind = (element: Element | null): Rgba =>
      element ? over(parse(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : page;
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || ['SCRIPT', 'STYLE', 'TITLE'].includes(element.tagName.toUpperCase())) continue;
      if (!element.checkVisibility() || element.closest('[aria-hidden=true]')) continue;
      const back = behind(element);
      const value = ratio(over(parse(getComputedStyle(element).color), back), back);
      if (value < 4.5) found.push(`${value.toFixed(2)} ${text.slice(0, 40)}`);
    }
    return [...new Set(found)];
  }, background);

/** Elements that reach beyond the page's width, by tag and class; nothing may be cut off at the side. */
export const overflowing = (frame: Frame): Promise<readonly string[]> =>
  frame.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width: own } = element.getBoundingClientRect();
      const scrolls = element.closest('pre, .wide') !== null;
      return own > 0 && right > width + 1 && !scrolls && element.checkVisibility();
    });
    return wide
      .slice(0, 5)
      .map(
        (element) => `${element.tagName} ${element.getAttribute('class') ?? ''}: ${element.textContent?.slice(0, 40)}`,
      );
  });
