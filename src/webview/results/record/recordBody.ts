import type { RecordDetail } from '../../../shared/results';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import type { Context } from '../context/context';
import { cutNote } from './cutValue';
import { fieldTable } from './fieldTable';
import { type FieldsTyped, someFields } from './someFields';
import { longText } from './text/longText';
import type { ShownTraces } from './trace/recordTraces';

export function recordBody(
	record: RecordDetail,
	columns: readonly number[],
	traces: ShownTraces,
	typed: FieldsTyped,
	context: Context,
): readonly HTMLElement[] {
	const drawn = traces.draw(record);
	const shown = columns.filter((column) => column !== drawn.column);
	return [
		...(record.fault ? [faultBlock(record, record.fault, context)] : []),
		element(
			'div',
			{ class: drawn.main ? 'record-parts with-trace' : 'record-parts' },
			drawn.main,
			drawn.column === undefined ? undefined : cutNote(record, drawn.column, context),
			someFields(shown, typed, context, (some) => fieldTable(record, some, context)),
			// Text that may be a stack trace is placed after the fields. The fields then don't move when the text is
			// recognized as a trace.
			drawn.other,
		),
	];
}

function faultBlock(record: RecordDetail, fault: NonNullable<RecordDetail['fault']>, context: Context): HTMLElement {
	const { store, t, formats } = context;
	const expected = store.state.info.columns.length;
	const reasons = {
		json: () => t('This record is not valid JSON. Original text:'),
		noObject: () => t('This record is not a JSON object and has no fields. Original text:'),
		cells: () =>
			t(
				'This record has {0} cells, but the header has {1}. Original text:',
				formats.count(fault.found),
				formats.count(expected),
			),
	};
	const reason = reasons[fault.kind === 'json' && !fault.raw.startsWith('{') ? 'noObject' : fault.kind]();
	return element(
		'section',
		{ class: 'fault', 'aria-label': t('Malformed record') },
		element('p', { class: 'notice warning' }, icon('warning'), element('span', {}, reason)),
		longText(fault.raw, 'long-text raw-text'),
		cutNote(record, 'raw', context),
	);
}
