import type { Context } from '../context/context';
import type { FilterBox, FilterNote } from '../grid/model/types';
import type { Typing } from './filterRow';

const noFilter: FilterBox = { text: '', typed: true };

/**
 * Creates the note for invalid filter text.
 * @param holds Filter box with the text of the current filter
 */
export function filterNote(
	typing: Extract<Typing, { kind: 'fault' }>,
	holds: FilterBox = noFilter,
	{ t }: Context,
): FilterNote {
	const state = holds.text === '' ? t('The column is not filtered.') : t('The current filter is {0}', holds.text);
	return { words: `${faultWords(typing, t)} ${state}`, holds };
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
