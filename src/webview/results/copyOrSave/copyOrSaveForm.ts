import type { GroupValue } from '../../../shared/groupValue';
import type { CopyOrSave, GroupKey } from '../../../shared/results';
import { linkButton, textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { type Anchor, openPopover } from '../../common/dom/popover';
import type { Context } from '../context/context';
import { groupWanted, matchingColumns, type Records, recordsWanted } from './records';

export interface CopyOrSaveChoice {
	records: Records;
	columns: 'visible' | 'all';
	format: CopyOrSave['format'];
	spreadsheetSafe: boolean;
	header: boolean;
	tracesAsWritten: boolean;
}

interface CopyOrSaveRequest {
	readonly purpose: 'copy' | 'save';
	readonly selected: readonly { readonly from: number; readonly to: number }[];
	readonly choice: CopyOrSaveChoice;
	/** If set, restricts the form to the records of a group. */
	readonly only?: { readonly key: GroupKey; readonly value: GroupValue } | undefined;
}

export function openCopyOrSave(context: Context, anchor: Anchor, request: CopyOrSaveRequest): void {
	const { store, t, formats } = context;
	const { purpose, selected, choice } = request;
	const available = request.only
		? [groupWanted(store.state, request.only.key, request.only.value)]
		: recordsWanted(store.state, selected);
	const initial = available.find(({ records }) => records === choice.records) ?? available[0];
	const records = radios(
		t('Records'),
		available.map(({ records: value, count }) => ({
			value,
			label:
				count === undefined
					? recordsLabel(value, context)
					: `${recordsLabel(value, context)} (${formats.count(count)})`,
		})),
		initial?.records ?? 'all',
	);
	const columns = radios(
		t('Columns'),
		[
			{ value: 'visible' as const, label: t('Visible columns ({0})', matchingColumns(store.state, 'visible').length) },
			{ value: 'all' as const, label: t('All columns ({0})', matchingColumns(store.state, 'all').length) },
		],
		choice.columns,
	);
	const format = element(
		'select',
		{ class: 'select', 'aria-label': t('Format') },
		...formatsFor(purpose, t).map(([value, label]) => element('option', { value }, label)),
	);
	format.value = formatsFor(purpose, t).some(([value]) => value === choice.format)
		? choice.format
		: (formatsFor(purpose, t)[0]?.[0] ?? 'csv');
	const header = checkbox(t('Include header row'), choice.header);
	const safe = checkbox(t('Escape formulas'), choice.spreadsheetSafe);
	safe.root.title = t('Adds an apostrophe to cells that a spreadsheet app would run as a formula.');
	const traces = checkbox(t('Keep original (obfuscated) stack traces'), choice.tracesAsWritten);
	traces.root.title = t('If not selected, stack traces are deobfuscated when a matching mapping file is available.');
	const chosenFormat = () => format.value as CopyOrSave['format'];
	const update = () => {
		traces.root.hidden = !matchingColumns(store.state, columns.value()).some(
			(column) => store.state.info.columns[column]?.name === 'error',
		);
		const isSeparated = chosenFormat() === 'csv' || chosenFormat() === 'tsv';
		safe.root.hidden = !isSeparated;
		header.root.hidden = !isSeparated;
	};
	const submit = textButton(purpose === 'copy' ? t('Copy') : t('Save…'), () => {}, 'primary');
	submit.type = 'submit';
	const form = element(
		'form',
		{
			class: 'popover-form',
			on: {
				input: update,
				submit: (event) => {
					event.preventDefault();
					const wantedRecords = records.value();
					if (!request.only) {
						choice.records = wantedRecords;
					}
					choice.columns = columns.value();
					choice.format = chosenFormat();
					choice.spreadsheetSafe = safe.input.checked;
					choice.header = header.input.checked;
					choice.tracesAsWritten = traces.input.checked;
					const wanted = available.find(({ records: value }) => value === wantedRecords);
					popover.close();
					if (wanted) {
						const what: CopyOrSave = {
							view: wanted.view,
							...(wanted.positions ? { positions: wanted.positions } : {}),
							columns: matchingColumns(store.state, choice.columns),
							format: choice.format,
							spreadsheetSafe: !safe.root.hidden && choice.spreadsheetSafe,
							header: choice.header,
							...(choice.tracesAsWritten && { tracesAsWritten: true }),
						};
						requestCopyOrSave(context, purpose, what);
					}
				},
			},
		},
		element('h2', { class: 'panel-title' }, purpose === 'copy' ? t('Copy Records') : t('Save Records')),
		records.root,
		columns.root,
		element('label', { class: 'form-line' }, element('span', {}, t('Format')), format),
		header.root,
		safe.root,
		traces.root,
		element(
			'div',
			{ class: 'form-end' },
			purpose === 'copy' &&
				linkButton(t('Copy as Issue Text'), () => {
					popover.close();
					const wanted = available.find(({ records: value }) => value === records.value());
					if (wanted) {
						context.host.call('copyIssue', wanted.issue).then(context.tell, context.fail);
					}
				}),
			submit,
		),
	);
	update();
	const popover = openPopover(anchor, form, { label: purpose === 'copy' ? t('Copy Records') : t('Save Records') });
	form.querySelector('input')?.focus();
}

export function requestCopyOrSave(context: Context, purpose: CopyOrSaveRequest['purpose'], what: CopyOrSave): void {
	context.host.call(purpose === 'copy' ? 'copyRecords' : 'save', { what }).then((words) => {
		if (words !== '') {
			context.tell(words);
		}
	}, context.fail);
}

function recordsLabel(records: Records, { t }: Context): string {
	return {
		selected: t('Selected records'),
		filtered: t('Records that match the filters'),
		all: t('All records'),
		group: t('Records of the group'),
	}[records];
}

function formatsFor(
	purpose: CopyOrSaveRequest['purpose'],
	t: Context['t'],
): readonly (readonly [CopyOrSave['format'], string])[] {
	return purpose === 'copy'
		? [
				['tsv', t('TSV (tab-separated)')],
				['csv', 'CSV'],
				['json', 'JSON'],
				['markdown', 'Markdown'],
			]
		: [
				['csv', 'CSV'],
				['json', 'JSON'],
				['ndjson', t('JSON, one record per line')],
				['parquet', t('Parquet')],
			];
}

function radios<V extends string>(
	legend: string,
	options: readonly { readonly value: V; readonly label: string }[],
	chosen: V,
) {
	const inputs = options.map(({ value }) => {
		const input = element('input', { type: 'radio', name: legend, value });
		input.checked = value === chosen;
		return input;
	});
	const root = element(
		'fieldset',
		{ class: 'form-choices' },
		element('legend', {}, legend),
		...options.map(({ label }, index) => element('label', {}, inputs[index], label)),
	);
	return { root, value: () => options[inputs.findIndex(({ checked }) => checked)]?.value ?? chosen };
}

function checkbox(label: string, checked: boolean) {
	const input = element('input', { type: 'checkbox' });
	input.checked = checked;
	return { root: element('label', { class: 'form-check' }, input, label), input };
}
