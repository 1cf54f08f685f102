import type { RecordDetail } from '../../../shared/results';
import type { Context } from '../context/context';
import { linkButton } from '../dom/button';
import { element } from '../dom/element';
import { icon } from '../dom/icon';
import { cutNote } from './cutValue';
import { fieldTable } from './fields';
import { longText } from './text/longText';
import type { RecordTraces } from './trace/recordTraces';

/** Fields that are drawn before somebody asks for all: each is a dozen elements. */
const fieldsAtFirst = 300;

/** A record's parts: what is wrong with it, its trace, its fields. */
export function recordBody(
	record: RecordDetail,
	columns: readonly number[],
	traces: RecordTraces,
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
			fields(record, shown, context),
			// Behind the fields, so that nothing moves when it turns out to be a trace.
			drawn.other,
		),
	];
}

function fields(record: RecordDetail, columns: readonly number[], context: Context): HTMLElement {
	if (columns.length <= fieldsAtFirst) {
		return fieldTable(record, columns, context);
	}
	const { t, formats } = context;
	const part = element(
		'div',
		{},
		fieldTable(record, columns.slice(0, fieldsAtFirst), context),
		linkButton(t('Show all {0} fields', formats.count(columns.length)), () =>
			part.replaceWith(fieldTable(record, columns, context)),
		),
	);
	return part;
}

function faultBlock(record: RecordDetail, fault: NonNullable<RecordDetail['fault']>, context: Context): HTMLElement {
	const { store, t, formats } = context;
	const expected = store.state.info.columns.length;
	const reason =
		fault.kind === 'json'
			? t('This record is not JSON that can be read. Its text:')
			: t('This record has {0} cells, the header {1}. Its text:', formats.count(fault.found), formats.count(expected));
	return element(
		'section',
		{ class: 'fault', 'aria-label': t('Broken record') },
		element('p', { class: 'notice warning' }, icon('warning'), element('span', {}, reason)),
		longText(fault.raw, 'long-text raw-text'),
		cutNote(record, 'raw', context),
	);
}
