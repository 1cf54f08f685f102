import type { CopyOrSave, RecordDetail } from '../../../shared/results';
import type { MenuItem } from '../../common/dom/menu';
import type { Context } from '../context/context';
import { requestCopyOrSave } from '../copyOrSave/copyOrSaveForm';
import { copyWhole } from './cutValue';

export function recordCopies(context: Context, record: RecordDetail, columns: readonly number[]): readonly MenuItem[] {
	const { store, host, t } = context;
	const position = store.state.selection?.position;
	const copyAs = (format: CopyOrSave['format'], label: string): MenuItem => ({
		kind: 'item',
		label,
		disabled: position === undefined,
		run: () => {
			if (position !== undefined) {
				requestCopyOrSave(context, 'copy', {
					view: store.state.view,
					positions: [{ from: position, to: position + 1 }],
					columns,
					format,
					spreadsheetSafe: false,
					header: true,
				});
			}
		},
	});
	const copyText = (label: string, text: string, run: () => void): MenuItem => ({
		kind: 'item',
		label,
		disabled: text === '',
		run,
	});
	const error = store.state.info.columns.findIndex(({ name }) => name === 'error');
	return [
		copyText(t('Copy Error Text'), record.values[error] ?? '', () => {
			host
				.call('copyValue', { number: record.number, column: error, asShown: true })
				.then(context.showStatus, context.fail);
		}),
		{
			kind: 'item',
			label: t('Copy as Issue Text'),
			run: () => {
				const { view } = store.state;
				host
					.call('copyIssue', { view, about: { kind: 'record', number: record.number } })
					.then(context.showStatus, context.fail);
			},
		},
		{
			kind: 'item',
			label: t('Ask an Agent…'),
			run: () => {
				const { view } = store.state;
				host.call('askAgent', { view, about: { kind: 'record', number: record.number } }).catch(context.fail);
			},
		},
		{ kind: 'separator' },
		copyAs('json', t('Copy as JSON')),
		copyAs('csv', t('Copy as CSV')),
		copyAs('tsv', t('Copy as Tab-Separated Text')),
		copyAs('markdown', t('Copy as Markdown')),
		...(record.fault
			? [copyText(t('Copy Original Text'), record.fault.raw, () => copyWhole(record, 'raw', t('Copied'), context))]
			: []),
	];
}
