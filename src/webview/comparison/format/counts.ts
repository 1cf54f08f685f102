import type { ComparedSide } from '../../../shared/comparison';
import type { ComparedRow, ComparisonHead } from '../../../shared/protocols/comparisonProtocol';
import type { Localization } from '../../common/components/localization';

type LocalizedFormats = Pick<Localization, 't' | 'formats'>;

export function devicesOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.devices ?? 0;
}

export function recordsOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.records ?? 0;
}

export function devicesPair(row: ComparedRow, { t, formats }: LocalizedFormats): string {
	return t('{0} → {1} devices', formats.count(devicesOn(row, 'before')), formats.count(devicesOn(row, 'after')));
}

export function recordsPair(row: ComparedRow, { t, formats }: LocalizedFormats): string {
	return t('{0} → {1} records', formats.count(recordsOn(row, 'before')), formats.count(recordsOn(row, 'after')));
}

/** Formats the change as a factor, such as `×2.1` or `÷3`. Returns '' if only one side has the group. */
export function factor({ change }: ComparedRow, { t, formats }: LocalizedFormats): string {
	const ratio = change?.ratio ?? 0;
	if (ratio <= 0) {
		return '';
	}
	return ratio >= 1 ? t('×{0}', formats.rough(ratio)) : t('÷{0}', formats.rough(1 / ratio));
}

export function latestShare(row: ComparedRow, { sides, by }: ComparisonHead, { formats }: LocalizedFormats): string {
	const side = row.after ? 'after' : 'before';
	return by === 'devices'
		? formats.share(devicesOn(row, side), sides[side].devices ?? 0)
		: formats.share(recordsOn(row, side), sides[side].records);
}

export function devices(count: number, { formats }: Pick<LocalizedFormats, 'formats'>): string {
	return formats.plural(count, { one: '{0} device', other: '{0} devices' });
}

export function sideName(side: ComparedSide, { t }: Pick<LocalizedFormats, 't'>): string {
	return side === 'before' ? t('Before') : t('After');
}
