import { l10n } from 'vscode';
import { delimiters, encodings, type FileForm } from '../../shared/results';
import { pickOne } from '../../vscode/quickInput';
import { describeDelimiter, describeEncoding } from './notices/formMessages';

/** Lets a person say how a file is written. Undefined when they leave it as it is. */
export async function chooseFileForm(now: FileForm, format: 'csv' | 'json'): Promise<FileForm | undefined> {
	const title = l10n.t('Read the file as');
	for (;;) {
		const encoding = await pickOne({
			title,
			placeholder: l10n.t('How characters are written'),
			items: encodings.map((value) => ({ label: describeEncoding(value), value })),
			active: (value) => value === now.encoding,
		});
		if (encoding.kind !== 'value' || format === 'json') {
			return encoding.kind === 'value' ? { ...now, encoding: encoding.value } : undefined;
		}
		const delimiter = await pickOne({
			title,
			placeholder: l10n.t('What stands between the cells'),
			items: delimiters.map((value) => ({ label: describeDelimiter(value), value })),
			active: (value) => value === now.delimiter,
			canGoBack: true,
		});
		if (delimiter.kind !== 'back') {
			return delimiter.kind === 'value' ? { encoding: encoding.value, delimiter: delimiter.value } : undefined;
		}
	}
}
