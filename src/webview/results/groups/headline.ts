import type { groupWords } from '../../../shared/groupLabels';

/**
 * Returns the name and the detail of a group in the triage layout: its first own frame and its title or, without such a
 * frame, its title and its message.
 */
export function headline({ title, place, message }: ReturnType<typeof groupWords>): { name: string; detail: string } {
	return place === '' ? { name: title, detail: message } : { name: place, detail: title };
}
