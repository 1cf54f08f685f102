import type { JsonShape } from './snippets';

/** @param head Beginning of the file; a few kilobytes are sufficient. */
export function jsonShape(head: string): JsonShape {
	if (/^\s*\[/.test(head)) {
		return 'list';
	}
	return /"data"\s*:\s*\[/.test(head) ? 'data' : 'lines';
}
