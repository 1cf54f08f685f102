import { visibleText } from '../../../common/dom/visibleText';

/** Providers cut texts themselves; this only bounds what a careless one can put into the document. Characters. */
const maximumLength = 1000;

/** The text of a cell as it can be shown without doing anything to what is around it. */
export function cellText(text: string): string {
	const cut = text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
	return visibleText(cut.replace(/\r\n?/g, '\n'));
}
