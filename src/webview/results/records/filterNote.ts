import type { Context } from '../context/context';
import type { FilterBox, FilterNote } from '../grid/model/types';
import type { Typing } from './filterRow';

const noFilter: FilterBox = { text: '', typed: true };

/** Returns a hint about the typed text, if one is needed. `holds` is what the box would contain for the active filters. */
export function filterNote(typing: Typing, holds: FilterBox = noFilter, { t }: Context): FilterNote | undefined {
	if (typing.kind === 'fault') {
		const state = holds.text === '' ? t('The column is not filtered.') : t('The current filter is {0}', holds.text);
		return { words: `${faultWords(typing, t)} ${state}`, fault: { holds }, offers: [] };
	}
	if (typing.meant === undefined) {
		return undefined;
	}
	return {
		words: t('Treated as text. Did you mean:'),
		fault: undefined,
		offers: [
			...typing.meant.map((text) => ({ label: text, text })),
			// Offers the text that the box would contain after a reload.
			...(holds.typed && holds.text !== '' ? [{ label: t('Keep as text: {0}', holds.text), text: holds.text }] : []),
		],
	};
}

function faultWords({ fault, message }: Extract<Typing, { kind: 'fault' }>, t: Context['t']): string {
	switch (fault) {
		case 'expression':
			return t('Invalid regular expression: {0}.', message);
		case 'number':
			return t('{0} is not a whole number.', message);
		case 'time':
			return t('{0} is not a valid time. Use the format 2026-11-19 14:00.', message);
	}
}
