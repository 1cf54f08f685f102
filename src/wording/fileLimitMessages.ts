import type { FileLimit } from '../shared/fileLimits';
import { describeFileForm, listNames } from './fileFormMessages';
import { describeRecordCount, formatCount, plural } from './formats';
import { l10n } from './l10n';

export function describeFileLimit(limit: FileLimit): string {
	switch (limit.kind) {
		case 'detectedForm':
			return describeFileForm(limit.form, limit.format);
		case 'moreColumns':
			return l10n.t('The file has too many columns. Only the first {0} are shown.', formatCount(limit.columns));
		case 'noErrors':
			return l10n.t('No column contains errors to group records by.');
		case 'joined':
			return plural(limit.exports, {
				one: 'This file contains {0} export. App Errors skips repeated headers, but the same record may occur twice.',
				other:
					'This file contains {0} exports. App Errors skips repeated headers, but the same record may occur twice.',
			});
		case 'rounded':
			return l10n.t(
				'A spreadsheet has rounded the numbers in {0}. Rounded device IDs are not counted.',
				listNames(limit.columns),
			);
		case 'dates':
			return l10n.t(
				'A spreadsheet has replaced versions with dates in {0}. These versions are wrong.',
				listNames(limit.columns),
			);
		case 'truncated':
			return l10n.t('The file ends in the middle of a record. All complete records are shown.');
		case 'tooLong':
			return plural(limit.records, {
				one: '{0} record is longer than 64 MiB and is not shown.',
				other: '{0} records are longer than 64 MiB and are not shown.',
			});
		case 'malformed':
			return describeMalformed(limit);
		case 'otherCount': {
			const counts = [formatCount(limit.exported), formatCount(limit.records)];
			return l10n.t('The export should contain {0} records, but its file has {1}.', ...counts);
		}
	}
}

function describeMalformed({ records, ambiguous }: Extract<FileLimit, { kind: 'malformed' }>): string {
	const text = plural(records, {
		one: '{0} record is malformed and shown as plain text.',
		other: '{0} records are malformed and shown as plain text.',
	});
	return ambiguous === 0
		? text
		: `${text} ${l10n.t(
				'The end of {0} is ambiguous. The text after it may belong to the same record.',
				describeRecordCount(ambiguous),
			)}`;
}
