import type { Context } from '../context/context';
import type { FilterBox, FilterNote } from '../grid/model/types';
import type { Typing } from './filterRow';

const noFilter: FilterBox = { text: '', typed: true };

/**
 * What is said below a box of what was typed there; nothing of what is plain.
 *
 * @param holds What the box would say of the filters that hold.
 */
export function filterNote(typing: Typing, holds: FilterBox = noFilter, { t }: Context): FilterNote | undefined {
	if (typing.kind === 'fault') {
		const state = holds.text === '' ? t('The column is not filtered.') : t('What holds is {0}', holds.text);
		return { words: `${faultWords(typing, t)} ${state}`, fault: { holds }, offers: [] };
	}
	if (typing.meant === undefined) {
		return undefined;
	}
	return {
		words: t('Taken as it stands. Did you mean:'),
		fault: undefined,
		offers: [
			...typing.meant.map((text) => ({ label: text, text })),
			// What the box would say after a reload.
			...(holds.typed && holds.text !== '' ? [{ label: t('Keep as text: {0}', holds.text), text: holds.text }] : []),
		],
	};
}

function faultWords({ fault, message }: Extract<Typing, { kind: 'fault' }>, t: Context['t']): string {
	switch (fault) {
		case 'expression':
			return t('Not a regular expression: {0}.', message);
		case 'number':
			return t('{0} is no whole number.', message);
		case 'time':
			return t('{0} is no time. Write it as 2026-11-19 14:00.', message);
	}
}
