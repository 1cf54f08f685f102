import type { GroupValue } from '../../../shared/groupValue';
import type { CopyOrSave, GroupKey } from '../../../shared/results';
import { linkButton, textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { type Anchor, openPopover } from '../../common/dom/popover';
import type { Context } from '../context/context';
import { groupWanted, matchingColumns, type Records, type RecordsWanted, recordsWanted } from './records';

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
	/** Group whose records are copied or saved. If undefined, all records of the view can be selected. */
	readonly only?: { readonly key: GroupKey; readonly value: GroupValue } | undefined;
}

export function openCopyOrSave(context: Context, anchor: Anchor, request: CopyOrSaveRequest): void {
	new CopyOrSaveForm(context, anchor, request);
}

class CopyOrSaveForm {
	private readonly available: readonly RecordsWanted[];
	private readonly records: Radios<Records>;
	private readonly columns: Radios<CopyOrSaveChoice['columns']>;
	private readonly format: HTMLSelectElement;
	private readonly header: Checkbox;
	private readonly safe: Checkbox;
	private readonly traces: Checkbox;
	private readonly popover: ReturnType<typeof openPopover>;

	constructor(
		private readonly context: Context,
		anchor: Anchor,
		private readonly request: CopyOrSaveRequest,
	) {
		const { store, t } = context;
		const { selected, only, choice } = request;
		this.available = only ? [groupWanted(store.state, only.key, only.value)] : recordsWanted(store.state, selected);
		this.records = this.createRecords();
		this.columns = this.createColumns();
		this.format = this.createFormat();
		this.header = checkbox(t('Include header row'), choice.header);
		this.safe = checkbox(t('Escape formulas'), choice.spreadsheetSafe);
		this.safe.root.title = t('Adds an apostrophe to cells that a spreadsheet app would run as a formula.');
		this.traces = checkbox(t('Keep original (obfuscated) stack traces'), choice.tracesAsWritten);
		this.traces.root.title = t(
			'If not selected, stack traces are deobfuscated when a matching mapping file is available.',
		);
		const label = request.purpose === 'copy' ? t('Copy Records') : t('Save Records');
		const form = this.createForm(label);
		this.update();
		this.popover = openPopover(anchor, form, { label });
		form.querySelector('input')?.focus();
	}

	private createForm(title: string): HTMLFormElement {
		const { t } = this.context;
		const isCopy = this.request.purpose === 'copy';
		const submit = textButton(isCopy ? t('Copy') : t('Save…'), () => {}, 'primary');
		submit.type = 'submit';
		return element(
			'form',
			{ class: 'popover-form', on: { input: () => this.update(), submit: (event) => this.onSubmit(event) } },
			element('h2', { class: 'panel-title' }, title),
			this.records.root,
			this.columns.root,
			element('label', { class: 'form-line' }, element('span', {}, t('Format')), this.format),
			this.header.root,
			this.safe.root,
			this.traces.root,
			element(
				'div',
				{ class: 'form-end' },
				isCopy && linkButton(t('Copy as Issue Text'), () => this.copyIssue()),
				submit,
			),
		);
	}

	private createRecords(): Radios<Records> {
		const { available, context } = this;
		const { t, formats } = context;
		const initial = available.find(({ records }) => records === this.request.choice.records) ?? available[0];
		const options = available.map(({ records, count }) => {
			const label = recordsLabel(records, context);
			return { value: records, label: count === undefined ? label : `${label} (${formats.count(count)})` };
		});
		return radios(t('Records'), options, initial?.records ?? 'all');
	}

	private createColumns(): Radios<CopyOrSaveChoice['columns']> {
		const { t, store } = this.context;
		return radios(
			t('Columns'),
			[
				{ value: 'visible', label: t('Visible columns ({0})', matchingColumns(store.state, 'visible').length) },
				{ value: 'all', label: t('All columns ({0})', matchingColumns(store.state, 'all').length) },
			],
			this.request.choice.columns,
		);
	}

	private createFormat(): HTMLSelectElement {
		const { purpose, choice } = this.request;
		const { t } = this.context;
		const formats = formatsFor(purpose, t);
		const options = formats.map(([value, label]) => element('option', { value }, label));
		const format = element('select', { class: 'select', 'aria-label': t('Format') }, ...options);
		const isOffered = formats.some(([value]) => value === choice.format);
		format.value = isOffered ? choice.format : (formats[0]?.[0] ?? 'csv');
		return format;
	}

	private get chosenFormat(): CopyOrSave['format'] {
		return this.format.value as CopyOrSave['format'];
	}

	private get wanted(): RecordsWanted | undefined {
		const value = this.records.value();
		return this.available.find(({ records }) => records === value);
	}

	private update(): void {
		const { state } = this.context.store;
		this.traces.root.hidden = !matchingColumns(state, this.columns.value()).some(
			(column) => state.info.columns[column]?.name === 'error',
		);
		const isSeparated = this.chosenFormat === 'csv' || this.chosenFormat === 'tsv';
		this.safe.root.hidden = !isSeparated;
		this.header.root.hidden = !isSeparated;
	}

	private onSubmit(event: SubmitEvent): void {
		const { context, wanted } = this;
		const { purpose, choice } = this.request;
		event.preventDefault();
		this.remember();
		this.popover.close();
		if (wanted) {
			requestCopyOrSave(context, purpose, {
				view: wanted.view,
				...(wanted.positions ? { positions: wanted.positions } : {}),
				columns: matchingColumns(context.store.state, choice.columns),
				format: choice.format,
				spreadsheetSafe: !this.safe.root.hidden && choice.spreadsheetSafe,
				header: choice.header,
				...(choice.tracesAsWritten && { tracesAsWritten: true }),
			});
		}
	}

	private remember(): void {
		const { choice, only } = this.request;
		if (!only) {
			choice.records = this.records.value();
		}
		choice.columns = this.columns.value();
		choice.format = this.chosenFormat;
		choice.spreadsheetSafe = this.safe.input.checked;
		choice.header = this.header.input.checked;
		choice.tracesAsWritten = this.traces.input.checked;
	}

	private copyIssue(): void {
		const { host, showStatus, fail } = this.context;
		const { wanted } = this;
		this.popover.close();
		if (wanted) {
			host.call('copyIssue', wanted.issue).then(showStatus, fail);
		}
	}
}

export function requestCopyOrSave(context: Context, purpose: CopyOrSaveRequest['purpose'], what: CopyOrSave): void {
	context.host.call(purpose === 'copy' ? 'copyRecords' : 'save', { what }).then((words) => {
		if (words !== '') {
			context.showStatus(words);
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

interface Radios<V extends string> {
	readonly root: HTMLElement;
	value(): V;
}

function radios<V extends string>(
	legend: string,
	options: readonly { readonly value: V; readonly label: string }[],
	chosen: V,
): Radios<V> {
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

interface Checkbox {
	readonly root: HTMLElement;
	readonly input: HTMLInputElement;
}

function checkbox(label: string, checked: boolean): Checkbox {
	const input = element('input', { type: 'checkbox' });
	input.checked = checked;
	return { root: element('label', { class: 'form-check' }, input, label), input };
}
