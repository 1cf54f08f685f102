import type { CutText, RecordDetail } from '../../../shared/results';
import { element } from '../../common/dom/element';
import type { Context } from '../context/context';
import { ownWords } from './trace/lines';

type Place = CutText['column'];

/** Says below a text that only its beginning is there; undefined where it is whole. */
export function cutNote(record: RecordDetail, place: Place, { t, formats }: Context): HTMLElement | undefined {
	const cut = cutOf(record, place);
	const shown = place === 'raw' ? record.fault?.raw : record.values[place];
	return (
		cut &&
		element(
			'p',
			{ class: 'trace-cap dim', [ownWords]: true },
			t(
				'Only the first {0} of {1} characters are shown. Copying takes all of them.',
				formats.count(shown?.length ?? 0),
				formats.count(cut.length),
			),
		)
	);
}

/** Puts a whole text of a record into the clipboard, and tells it. */
export function copyWhole(record: RecordDetail, place: Place, told: string, context: Context): void {
	const { host, tell, fail } = context;
	const { number } = record;
	const text = place === 'raw' ? record.fault?.raw : record.values[place];
	const copying = cutOf(record, place)
		? host.call('copyValue', { number, column: place })
		: host.call('copyText', { text: text ?? '' }).then(() => told);
	copying.then(tell, fail);
}

/** Two values are equal for sure only where both are whole. */
export function surelyEqual(one: RecordDetail, other: RecordDetail, column: number): boolean {
	return one.values[column] === other.values[column] && !cutOf(one, column) && !cutOf(other, column);
}

function cutOf({ cut }: RecordDetail, place: Place): CutText | undefined {
	return cut?.find(({ column }) => column === place);
}
