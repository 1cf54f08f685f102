import type { ComparedSide } from '../../../shared/comparison';
import type { ComparedRow } from '../../../shared/comparisonProtocol';
import type { Localization } from '../../common/components/localization';

type LocalizedFormats = Pick<Localization, 't' | 'formats'>;

export function devicesOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.devices ?? 0;
}

export function recordsOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.records ?? 0;
}

/** Formats the device counts of both sides, such as `12 → 40 devices`. */
export function devicesPair(row: ComparedRow, { t, formats }: LocalizedFormats): string {
	return t('{0} → {1} devices', formats.count(devicesOn(row, 'before')), formats.count(devicesOn(row, 'after')));
}

export function recordsPair(row: ComparedRow, { t, formats }: LocalizedFormats): string {
	return t('{0} → {1} records', formats.count(recordsOn(row, 'before')), formats.count(recordsOn(row, 'after')));
}

export function devices(count: number, { formats }: Pick<LocalizedFormats, 'formats'>): string {
	return formats.plural(count, { one: '{0} device', other: '{0} devices' });
}

export function sideName(side: ComparedSide, { t }: Pick<LocalizedFormats, 't'>): string {
	return side === 'before' ? t('Before') : t('After');
}
