export interface Marks {
	readonly pinned: readonly string[];
	readonly added: readonly string[];
}

export const noMarks: Marks = { pinned: [], added: [] };

export function withPinned(marks: Marks, id: string, pinned: boolean): Marks {
	return { ...marks, pinned: withMember(marks.pinned, id, pinned) };
}

export function withAdded(marks: Marks, id: string): Marks {
	return { ...marks, added: withMember(marks.added, id, true) };
}

export function withoutApplication(marks: Marks, id: string): Marks {
	return { pinned: withMember(marks.pinned, id, false), added: withMember(marks.added, id, false) };
}

function withMember(ids: readonly string[], id: string, present: boolean): string[] {
	const others = ids.filter((other) => other !== id);
	return present ? [...others, id] : others;
}
