import type { TextWidths } from '../model/firstWidths';

export function textWidths(title: Element, cell: Element): TextWidths {
	const [ofTitle, ofCell] = [measure(title), measure(cell)];
	return { title: ofTitle, cell: ofCell };
}

function measure(element: Element): (text: string) => number {
	const context = document.createElement('canvas').getContext('2d');
	if (!context) {
		return () => 0;
	}
	const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(element);
	context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
	context.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
	return (text) => context.measureText(text).width;
}
