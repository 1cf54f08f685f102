/** What an edit did to the lines of a text. Lines have base 0. */
export interface LineEdit {
	readonly first: number;
	/** The last line of what was replaced. */
	readonly last: number;
	/** Whether text of the first line is left before what was replaced. */
	readonly keepsStart: boolean;
	/** Line ends in what took its place. */
	readonly lineEnds: number;
}

/** How many lines more there are below an edit. */
export function linesAdded({ first, last, lineEnds }: LineEdit): number {
	return lineEnds - (last - first);
}

/** Where a line is after an edit (base 1): one that was replaced is where the edit began. */
export function lineAfter(line1: number, edit: LineEdit): number {
	const { first, last, keepsStart } = edit;
	const line = line1 - 1;
	const isBelow = line > last || (line === last && line > first) || (line === first && first === last && !keepsStart);
	return isBelow ? Math.max(first + 1, line1 + linesAdded(edit)) : Math.min(line1, first + 1);
}
