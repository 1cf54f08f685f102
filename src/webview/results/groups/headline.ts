import type { groupWords } from '../../../shared/groupLabels';

/** Returns the name of a group in the triage layout, which is its first own frame if known, and its type or message. */
export function headline({ title, place, message }: ReturnType<typeof groupWords>): { name: string; detail: string } {
	return place === '' ? { name: title, detail: message } : { name: place, detail: title };
}
