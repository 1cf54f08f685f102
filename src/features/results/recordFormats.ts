import type { CopyOrSave } from '../../shared/results';

export const formatNames: Readonly<Record<CopyOrSave['format'], string>> = {
	csv: 'CSV',
	tsv: 'TSV',
	json: 'JSON',
	ndjson: 'NDJSON',
	markdown: 'Markdown',
	parquet: 'Parquet',
};

export const fileExtensions: Readonly<Record<CopyOrSave['format'], string>> = {
	csv: 'csv',
	tsv: 'tsv',
	json: 'json',
	ndjson: 'ndjson',
	markdown: 'md',
	parquet: 'parquet',
};
