import type { Delimiter, Encoding, FileForm } from '../shared/results';
import { l10n } from './l10n';

export function describeEncoding(encoding: Encoding): string {
	return {
		utf8: 'UTF-8',
		utf16le: 'UTF-16 LE',
		utf16be: 'UTF-16 BE',
		windows1252: 'Windows-1252',
		windows1250: 'Windows-1250',
		windows1251: 'Windows-1251',
		shiftJis: 'Shift JIS',
		gb18030: 'GB 18030, GBK',
		big5: 'Big5',
		eucKr: 'EUC-KR',
	}[encoding];
}

export function describeDelimiter(delimiter: Delimiter): string {
	return {
		',': l10n.t('Comma'),
		';': l10n.t('Semicolon'),
		'\t': l10n.t('Tab'),
		'|': l10n.t('Vertical Bar'),
	}[delimiter];
}

export function describeFileForm(form: FileForm, format: 'csv' | 'json'): string {
	const { encoding, delimiter, headerLine, backslashEscapes, spacedQuotes, listPath, packing, renamed } = form;
	const name = describeEncoding(encoding);
	return [
		format === 'json' ? l10n.t('The file was opened as {0}.', name) : describeOpenedCsv(name, delimiter),
		packing ? l10n.t('The file was decompressed ({0}).', { gzip: 'gzip', zstd: 'Zstandard', zip: 'ZIP' }[packing]) : '',
		headerLine === undefined ? '' : l10n.t('Line {0} contains the header.', headerLine),
		backslashEscapes ? l10n.t('Backslashes escape quotes.') : '',
		listPath ? l10n.t('The records are in the list {0}.', listPath.join('.')) : '',
		spacedQuotes ? l10n.t('Spaces around quotes are ignored.') : '',
		renamed ? l10n.t('These columns were matched to fields with similar names: {0}.', listNames(renamed)) : '',
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function describeOpenedCsv(name: string, delimiter: Delimiter): string {
	return {
		',': l10n.t('The file was opened as {0} with commas as delimiters.', name),
		';': l10n.t('The file was opened as {0} with semicolons as delimiters.', name),
		'\t': l10n.t('The file was opened as {0} with tabs as delimiters.', name),
		'|': l10n.t('The file was opened as {0} with vertical bars as delimiters.', name),
	}[delimiter];
}

const maxNames = 5;

export function listNames(columns: readonly string[]): string {
	const more = columns.length > maxNames ? ', …' : '';
	return `${columns.slice(0, maxNames).join(', ')}${more}`;
}
