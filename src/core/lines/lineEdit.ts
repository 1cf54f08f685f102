/** Effect of an edit on the lines of a text. Line numbers are zero-based. */
export interface LineEdit {
	readonly first: number;
	readonly last: number;
	readonly keepsStart: boolean;
	readonly lineEnds: number;
}

export function linesAdded({ first, last, lineEnds }: LineEdit): number {
	return lineEnds - (last - first);
}

/** Returns the one-based number of a line after an edit. A replaced line maps to the start of the edit. */
export function lineAfter(line1: number, edit: LineEdit): number {
	const { first, last, keepsStart } = edit;
	const line = line1 - 1;
	const isBelow = line > last || (line === last && line > first) || (line === first && first === last && !keepsStart);
	return isBelow ? Math.max(first + 1, line1 + linesAdded(edit)) : Math.min(line1, first + 1);
}
