import { l10n } from 'vscode';
import type { ApartValue, SetsApart } from '../shared/comparison';
import { formatCount, formatShare } from './formats';

/** Longer values are cut (UTF-16 units). */
const maxValueLength = 80;

/** `OS version 14: 92 % here, 41 % elsewhere` */
export function describeApart({ attribute, value, here, elsewhere }: ApartValue): string {
	return l10n.t(
		'{0}: {1} here, {2} elsewhere',
		nameValue(attribute, value),
		formatShare(here.with, here.of),
		formatShare(elsewhere.with, elsewhere.of),
	);
}

/** `37 of 40 devices here, 12 of 30 elsewhere` */
export function describeApartCounts({ here, elsewhere }: ApartValue, by: SetsApart['by']): string {
	const counts = [here.with, here.of, elsewhere.with, elsewhere.of].map(formatCount);
	return by === 'devices'
		? l10n.t('{0} of {1} devices here, {2} of {3} elsewhere', ...counts)
		: l10n.t('{0} of {1} records here, {2} of {3} elsewhere', ...counts);
}

/** Among what the values were found, or that there are none. */
export function describeApartBasis({ by, values }: SetsApart): string {
	if (values.length === 0) {
		return by === 'devices'
			? l10n.t(
					'Nothing sets it apart: no value differs clearly from the other devices that reported errors, by 15 points at least.',
				)
			: l10n.t(
					'Nothing sets it apart: no value differs clearly from the other records, by 15 points at least. There is no column with devices, and one device may be many records.',
				);
	}
	return by === 'devices'
		? l10n.t('Among devices that reported errors; elsewhere are those without this error.')
		: l10n.t(
				'By records, one device may be many: there is no column with devices. Elsewhere are the records of other errors.',
			);
}

function nameValue(attribute: string, value: string): string {
	const shown = value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
	switch (attribute) {
		case 'os_version':
			return l10n.t('OS version {0}', shown);
		case 'device_manufacturer':
			return l10n.t('Manufacturer {0}', shown);
		case 'device_model':
			return l10n.t('Model {0}', shown);
		case 'app_version_name':
			return l10n.t('Version {0}', shown);
		case 'country_iso_code':
			return l10n.t('Country {0}', shown);
		case 'connection_type':
			return l10n.t('Connection {0}', shown);
		case 'device_type':
			return l10n.t('Device type {0}', shown);
		case 'device_locale':
			return l10n.t('Locale {0}', shown);
		case 'operator_name':
			return l10n.t('Operator {0}', shown);
		case 'hour':
			return l10n.t('Between {0} and {1}', formatHour(Number(value)), formatHour(Number(value) + 1));
		default:
			return `${attribute} ${shown}`;
	}
}

function formatHour(hour: number): string {
	return `${String(hour % 24).padStart(2, '0')}:00`;
}
