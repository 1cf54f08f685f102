import { l10n } from 'vscode';
import type { Delimiter, Encoding, FileForm } from '../../../shared/results';

export function describeEncoding(encoding: Encoding): string {
	return { utf8: 'UTF-8', utf16le: 'UTF-16 LE', utf16be: 'UTF-16 BE', windows1252: 'Windows-1252' }[encoding];
}

/** As a choice. */
export function describeDelimiter(delimiter: Delimiter): string {
	return {
		',': l10n.t('Comma'),
		';': l10n.t('Semicolon'),
		'\t': l10n.t('Tab'),
		'|': l10n.t('Vertical Bar'),
	}[delimiter];
}

/** How a file is read, as a sentence. */
export function describeFileForm({ encoding, delimiter }: FileForm, format: 'csv' | 'json'): string {
	const name = describeEncoding(encoding);
	if (format === 'json') {
		return l10n.t('The file is read as {0}.', name);
	}
	return {
		',': l10n.t('The file is read as {0}, with commas between the cells.', name),
		';': l10n.t('The file is read as {0}, with semicolons between the cells.', name),
		'\t': l10n.t('The file is read as {0}, with tabs between the cells.', name),
		'|': l10n.t('The file is read as {0}, with vertical bars between the cells.', name),
	}[delimiter];
}
