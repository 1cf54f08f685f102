import type { Column, RecordDetail } from '../../../shared/results';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import { onlyValue } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { valueFilter } from '../state/valueFilter';
import { copyWhole, cutNote } from './cutValue';
import { jsonTree } from './jsonTree';
import { lineAndColumn, readJson } from './text/json';
import { longText } from './text/longText';

export function fieldTable(record: RecordDetail, columns: readonly number[], context: Context): HTMLElement {
	const { store, t } = context;
	const known = store.state.info.columns;
	const table = element(
		'table',
		{ class: 'fields', 'aria-label': t('Fields') },
		element(
			'tbody',
			{},
			...columns.map((column) => {
				const { name, meaning } = known[column] ?? { name: '', meaning: '' };
				const value = record.values[column] ?? '';
				return element(
					'tr',
					{},
					element('th', { scope: 'row', title: meaning }, visibleText(name)),
					element(
						'td',
						{},
						fieldValue(value, known[column], context),
						cutNote(record, column, context),
						element('div', { class: 'field-actions' }, ...fieldActions(record, column, name, context)),
					),
				);
			}),
		),
	);
	oneStop(table, '.field-actions button');
	return table;
}

export function fieldValue(value: string, column: Column | undefined, context: Context): HTMLElement {
	if (value === '') {
		return element('span', { class: 'dim' }, '–');
	}
	if (column?.name === 'error_json') {
		return jsonValue(value, context);
	}
	if (column?.kind === 'time') {
		return timeValue(value, context);
	}
	return value.length > 200 || value.includes('\n')
		? longText(value)
		: element('bdi', { class: 'field-text' }, visibleText(value));
}

function fieldActions(record: RecordDetail, column: number, name: string, context: Context): readonly HTMLElement[] {
	const { store, t } = context;
	return [
		iconButton('copy', t('Copy {0}', name), () => copyWhole(record, column, t('Copied {0}', name), context)),
		iconButton('filter', t('Show Only Records with This {0}', name), () => {
			const { filters } = store.state.view;
			store.dispatch({ kind: 'filtersSet', filters: onlyValue(filters, column, valueFilter(record, column)) });
		}),
	];
}

function jsonValue(value: string, { t }: Context): HTMLElement {
	const reading = readJson(value);
	if (reading.kind === 'json') {
		return jsonTree(reading.root, t);
	}
	const { line, column } = lineAndColumn(value, reading.at);
	const sentence = {
		ended: t('Invalid JSON: unexpected end of text.'),
		unexpected: t('Invalid JSON: unexpected character at line {0}, column {1}.', line, column),
		tooDeep: t('Nested too deeply to show as a tree.'),
	}[reading.fault];
	const near = value.slice(reading.at, reading.at + 1);
	return element(
		'div',
		{ class: 'json-fault' },
		element('p', { class: 'form-fault' }, sentence),
		longText(value.slice(0, reading.at), 'long-text inline'),
		element('mark', { title: sentence }, near === '' ? '⏎' : visibleText(near)),
		longText(value.slice(reading.at + 1), 'long-text inline'),
	);
}

function timeValue(value: string, { formats }: Context): HTMLElement {
	const seconds = /^\d{1,12}$/.test(value) ? Number(value) : undefined;
	return element(
		'span',
		{ class: 'field-text' },
		visibleText(value),
		seconds !== undefined && element('span', { class: 'dim field-aside' }, formats.time(seconds)),
	);
}
