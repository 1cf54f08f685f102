import type { CutText, RecordDetail } from '../../../shared/results';
import { element } from '../../common/dom/element';
import type { Context } from '../context/context';
import { ownWords } from './trace/lines';

type CutPosition = CutText['column'];

export function cutNote(record: RecordDetail, place: CutPosition, { t, formats }: Context): HTMLElement | undefined {
	const cut = cutOf(record, place);
	const shown = place === 'raw' ? record.fault?.raw : record.values[place];
	return (
		cut &&
		element(
			'p',
			{ class: 'trace-cap dim', [ownWords]: true },
			t(
				'Showing the first {0} of {1} characters. Copying includes all of them.',
				formats.count(shown?.length ?? 0),
				formats.count(cut.length),
			),
		)
	);
}

export function copyWhole(record: RecordDetail, place: CutPosition, copiedMessage: string, context: Context): void {
	const { host, showStatus, fail } = context;
	const { number } = record;
	const text = place === 'raw' ? record.fault?.raw : record.values[place];
	const copying = cutOf(record, place)
		? host.call('copyValue', { number, column: place })
		: host.call('copyText', { text: text ?? '' }).then(() => copiedMessage);
	copying.then(showStatus, fail);
}

/** Returns true if two values are known to be equal. Truncated values may differ in their missing parts. */
export function surelyEqual(one: RecordDetail, other: RecordDetail, column: number): boolean {
	return one.values[column] === other.values[column] && !cutOf(one, column) && !cutOf(other, column);
}

function cutOf({ cut }: RecordDetail, place: CutPosition): CutText | undefined {
	return cut?.find(({ column }) => column === place);
}
