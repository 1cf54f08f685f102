import { visibleText } from '../../../common/dom/visibleText';

/** Maximum number of characters in a cell. Limits the size of the DOM if a provider doesn't truncate values. */
const maximumLength = 1000;

export function cellText(text: string): string {
	const cut = text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
	return visibleText(cut.replace(/\r\n?/g, '\n'));
}
