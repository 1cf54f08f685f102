import type { CommonTraits, TraitLines, TraitValue } from '../shared/comparison';
import type { Column } from '../shared/results';
import { formatCount, formatShare } from './formats';
import { l10n } from './l10n';

const maxValueLength = 80;

function describeTrait({ attribute, value, here, elsewhere }: TraitValue): string {
	return l10n.t(
		'{0}: {1} here, {2} elsewhere',
		nameValue(attribute, value),
		formatShare(here.with, here.of),
		formatShare(elsewhere.with, elsewhere.of),
	);
}

function describeTraitCounts({ here, elsewhere }: TraitValue, by: CommonTraits['by']): string {
	const counts = [here.with, here.of, elsewhere.with, elsewhere.of].map(formatCount);
	return by === 'devices'
		? l10n.t('{0} of {1} devices here, {2} of {3} elsewhere', ...counts)
		: l10n.t('{0} of {1} records here, {2} of {3} elsewhere', ...counts);
}

function describeTraitBasis(traits: CommonTraits): string {
	const basis = describeBasis(traits);
	return traits.sampled === undefined
		? basis
		: `${basis} ${l10n.t('≈ Estimated from a sample of 1 in {0}, because all records exceed a limit of the database.', formatCount(traits.sampled))}`;
}

function describeBasis({ by, values }: CommonTraits): string {
	if (values.length === 0) {
		return by === 'devices'
			? l10n.t(
					'No distinguishing traits: no value is at least 15 percentage points more or less common than on other devices with errors.',
				)
			: l10n.t(
					'No distinguishing traits: no value is at least 15 percentage points more or less common than in other records. Counts records, not devices, because there is no device column.',
				);
	}
	return by === 'devices'
		? l10n.t('Compares devices that have this error with other devices that have errors.')
		: l10n.t(
				'Compares records of this error with records of other errors. Counts records, not devices, because there is no device column.',
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

export function traitLines(found: CommonTraits, columns: readonly Column[]): TraitLines {
	const lines = found.values.map((apart) => {
		const column = columns.findIndex(({ name }) => name === apart.attribute);
		return {
			text: describeTrait(apart),
			counts: describeTraitCounts(apart, found.by),
			filter: column < 0 ? undefined : { column, value: apart.value },
		};
	});
	return { lines, note: describeTraitBasis(found) };
}
