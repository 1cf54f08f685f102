import { bothSides, type ComparedSide, type TimeRange } from '../../../shared/comparison';
import type { ComparedRow, ComparisonHead } from '../../../shared/protocols/comparisonProtocol';
import { element, vector } from '../../common/dom/element';
import type { PageContext } from '../context/pageContext';
import { sideName } from '../format/counts';
import { intervalOf, inUnits, type SideTrend, type TrendShapes, trendShapes } from './trendShapes';

/** Size of the SVG view box, which is scaled to the available space. */
const width = 560;
const height = 96;

/** Draws the trends of both sides, aligned at their start. Returns undefined if the records have no times. */
export function trends(row: ComparedRow, head: ComparisonHead, context: PageContext): HTMLElement | undefined {
	const { t, formats } = context;
	const trendOf = (side: ComparedSide): SideTrend | undefined => {
		const [counts, { seconds }] = [row[side]?.trend ?? [], head.sides[side]];
		return counts.length === 0 || seconds === undefined || seconds === 0 ? undefined : { counts, seconds };
	};
	const sides = { before: trendOf('before'), after: trendOf('after') };
	const shapes = trendShapes(sides.before, sides.after);
	if (!shapes) {
		return undefined;
	}
	const { unit, peak, seconds } = shapes;
	const late = lateShare(head, seconds);
	const descriptions = bothSides.map((side) => describeTrend(side, sides[side], unit, context));
	const label = [t('Frequency over time, aligned at the start of each side'), ...descriptions].join('. ');
	const drawing = vector(
		'svg',
		{
			class: 'trend-picture',
			viewBox: `0 0 ${width} ${height}`,
			preserveAspectRatio: 'none',
			role: 'img',
			'aria-label': label,
		},
		hatching(),
		late && vector('rect', { class: 'trend-late', x: late.from * width, y: 0, width: late.share * width, height }),
		shapes.after && vector('path', { class: 'trend-area after', d: area(shapes.after.steps) }),
		shapes.before && line(shapes.before.steps, 'before'),
		shapes.after && line(shapes.after.steps, 'after'),
	);
	const length = formatLength(seconds, unit, context);
	return element(
		'figure',
		{ class: 'trend' },
		element(
			'figcaption',
			{ class: 'trend-legend dim', 'aria-hidden': 'true' },
			describeIntervals(sides, context),
			legend('before', sides.before, context),
			legend('after', sides.after, context),
		),
		element(
			'div',
			{ class: 'trend-scale number dim', 'aria-hidden': 'true' },
			element('span', {}, formats.count(peak)),
			element('span', {}, '0'),
		),
		drawing,
		element(
			'div',
			{ class: 'trend-time dim', 'aria-hidden': 'true' },
			element('span', {}, t('start of range')),
			element('span', {}, length),
		),
		late &&
			element(
				'p',
				{ class: 'trend-note dim' },
				t('Hatched: recent data that is still incomplete and excluded from the verdict'),
			),
	);
}

function describeTrend(
	side: ComparedSide,
	trend: SideTrend | undefined,
	unit: TrendShapes['unit'],
	context: PageContext,
): string {
	const { t, formats } = context;
	const name = sideName(side, context);
	if (!trend) {
		return t('{0}: no records', name);
	}
	const { counts, seconds } = trend;
	const records = formats.records(counts.reduce((sum, count) => sum + count, 0));
	const highest = Math.max(...counts);
	const when = formats.count(Math.floor(inUnits((seconds * counts.indexOf(highest)) / counts.length, unit)) + 1);
	const [most, interval] = [formats.records(highest), formatLength(intervalOf(trend), 'hour', context)];
	return unit === 'day'
		? t('{0}: {1}, peak of {3} within {4} on day {2}', name, records, when, most, interval)
		: t('{0}: {1}, peak of {3} within {4} in hour {2}', name, records, when, most, interval);
}

function describeIntervals(
	{ before, after }: Readonly<Record<ComparedSide, SideTrend | undefined>>,
	context: PageContext,
): string {
	const { t } = context;
	const [first, second] = [before, after].flatMap((side) =>
		side === undefined ? [] : [formatLength(intervalOf(side), 'hour', context)],
	);
	return second === undefined || first === second
		? t('records in {0}', first ?? '')
		: t('records in {0} (before) and {1} (after)', first ?? '', second);
}

function formatLength(seconds: number, unit: TrendShapes['unit'], { formats }: PageContext): string {
	const shown = unit === 'day' || seconds >= 2 * 86_400 ? 'day' : 'hour';
	const length = inUnits(seconds, shown);
	const forms = { day: { one: '{1} day', other: '{1} days' }, hour: { one: '{1} hour', other: '{1} hours' } }[shown];
	return formats.plural(length, forms, formats.rough(length));
}

/** Returns the most recent time range as fractions of the chart's width. The records of this range are incomplete. */
function lateShare(
	{ sides: { after } }: ComparisonHead,
	seconds: number,
): { readonly from: number; readonly share: number } | undefined {
	const { tested, spans, seconds: all = 0 } = after;
	if (tested.until === undefined) {
		return undefined;
	}
	const from = Math.min(all, elapsedAt(spans, tested.until));
	return from >= all ? undefined : { from: from / seconds, share: (all - from) / seconds };
}

type ShownSteps = NonNullable<TrendShapes['after']>['steps'];

/** Converts a height from 0 to 1 to an SVG y coordinate. Leaves one pixel at each edge for the width of the line. */
function top(share: number): string {
	return (height - 1 - share * (height - 2)).toFixed(1);
}

function outline(steps: ShownSteps): string {
	return steps
		.map(
			({ from, to, height: share }, index) =>
				`${index === 0 ? 'M' : 'L'}${(from * width).toFixed(1)} ${top(share)}H${(to * width).toFixed(1)}`,
		)
		.join('');
}

function line(steps: ShownSteps, side: ComparedSide): SVGPathElement {
	return vector('path', { class: `trend-line ${side}`, d: outline(steps), 'vector-effect': 'non-scaling-stroke' });
}

function area(steps: ShownSteps): string {
	const end = (steps.at(-1)?.to ?? 0) * width;
	return `${outline(steps)}L${end.toFixed(1)} ${height}L0 ${height}z`;
}

function hatching(): SVGElement {
	return vector(
		'pattern',
		{ id: 'late', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
		vector('path', { class: 'trend-hatch', d: 'M0 0V6' }),
	);
}

function legend(side: ComparedSide, trend: SideTrend | undefined, context: PageContext): HTMLElement {
	const name = sideName(side, context);
	return element(
		'span',
		{ class: 'trend-side' },
		element('span', { class: `trend-mark ${side}` }),
		trend ? name : context.t('{0}: no records', name),
	);
}

export function elapsedAt(spans: readonly TimeRange[], instant: number): number {
	// Both bounds of a time span are inclusive.
	return spans.reduce((sum, { since, until }) => sum + Math.max(0, Math.min(instant, until) + 1 - since), 0);
}
