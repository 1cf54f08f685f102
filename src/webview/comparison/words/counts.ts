import type { ComparedSide } from '../../../shared/comparison';
import type { ComparedRow } from '../../../shared/comparisonProtocol';
import type { Telling } from '../../common/parts/telling';

type Words = Pick<Telling, 't' | 'formats'>;

export function devicesOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.devices ?? 0;
}

export function recordsOn(row: ComparedRow, side: ComparedSide): number {
	return row[side]?.records ?? 0;
}

/** `12 → 40 devices` */
export function devicesPair(row: ComparedRow, { t, formats }: Words): string {
	return t('{0} → {1} devices', formats.count(devicesOn(row, 'before')), formats.count(devicesOn(row, 'after')));
}

export function recordsPair(row: ComparedRow, { t, formats }: Words): string {
	return t('{0} → {1} records', formats.count(recordsOn(row, 'before')), formats.count(recordsOn(row, 'after')));
}

export function devices(count: number, { t, formats }: Words): string {
	return count === 1 ? t('1 device') : t('{0} devices', formats.count(count));
}

/** `Before` */
export function sideName(side: ComparedSide, { t }: Pick<Words, 't'>): string {
	return side === 'before' ? t('Before') : t('After');
}
