import type { RecordDetail } from '../../../shared/results';
import type { Context } from '../context';
import { element } from '../dom/element';
import { icon } from '../dom/icon';
import { fieldTable } from './fields';
import { longText } from './longText';
import { traceText } from './traceText';

/** The field whose text is a stack trace more often than not. */
const traceColumn = 'error';

/** A record's parts: what is wrong with it, its trace, its fields. */
export function recordBody(record: RecordDetail, columns: readonly number[], context: Context): readonly HTMLElement[] {
	const { store, t } = context;
	const trace = columns.find((column) => store.state.info.columns[column]?.name === traceColumn);
	const text = trace === undefined ? '' : (record.values[trace] ?? '');
	return [
		...(record.fault ? [faultBlock(record.fault, context)] : []),
		element(
			'div',
			{ class: 'record-parts' },
			text !== '' && traceBlock(text, t('Error')),
			fieldTable(
				record,
				columns.filter((column) => column !== trace || text === ''),
				context,
			),
		),
	];
}

/** The error's own text; the place where its frames can be linked to sources. */
function traceBlock(text: string, label: string): HTMLElement {
	return element('section', { class: 'trace', 'aria-label': label }, traceText(text));
}

function faultBlock(fault: NonNullable<RecordDetail['fault']>, { store, t, formats }: Context): HTMLElement {
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
	);
}
