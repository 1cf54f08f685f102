import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { element, fill, setAttribute, vector } from '../../common/dom/element';
import type { Context } from '../context/context';
import { axisLabels } from './axis';
import { type Bars, type Brush, barSeconds, brushed, moveBrush } from './bars';
import { barTip } from './barTip';
import { drawBars, drawPatterns } from './drawing';

const leastHeight = 56;
/** Space above the highest bar for its number, in CSS pixels. */
const headroom = 10;
const axisHeight = 14;

interface Plot extends Disposable {
	readonly root: HTMLElement;
	show(bars: Bars): void;
	say(sentence: string): void;
}

/** Screen readers present the bars as a described image, and the selection as a slider with times and counts. */
export function plot(context: Context, apply: (brush: Brush) => void): Plot {
	const { t, formats } = context;
	const owned = new DisposableStore();
	const picture = vector('svg', { role: 'img', class: 'plot-picture' });
	const shade = element('div', { class: 'brush-shade', hidden: true });
	const slider = element(
		'div',
		{ class: 'brush', role: 'slider', tabindex: 0, 'aria-label': t('Time range'), 'aria-valuemin': 0 },
		shade,
	);
	const tip = element('div', { class: 'bar-tip', hidden: true, 'aria-hidden': 'true' });
	const sentence = element('p', { class: 'plot-sentence dim' });
	const root = element('div', { class: 'plot' }, picture, slider, tip, sentence);
	let bars: Bars | undefined;
	let brush: Brush | undefined;

	const width = () => Math.max(1, root.clientWidth);
	const heightNow = () => Math.max(leastHeight, root.clientHeight - headroom - axisHeight);
	const barAt = (x: number) => {
		const { left } = slider.getBoundingClientRect();
		const count = bars?.count ?? 1;
		return Math.max(0, Math.min(count - 1, Math.floor(((x - left) / width()) * count)));
	};
	const words = ({ first, last }: { first: number; last: number }) => {
		if (!bars) {
			return '';
		}
		const { from, to } = barSeconds(bars, first, last);
		const records = bars.totals.slice(first, last + 1).reduce((sum, total) => sum + total, 0);
		return `${formats.timeRange(from, to + 1)}: ${formats.records(records)}`;
	};
	const showTip = (bar: number | undefined) => {
		tip.hidden = bar === undefined || !bars || bar >= bars.count;
		if (bars && bar !== undefined && !tip.hidden) {
			fill(tip, ...barTip(bars, bar, brush && brushed(brush), context));
			const middle = ((bar + 0.5) / bars.count) * width();
			tip.style.setProperty(
				'left',
				`${Math.max(0, Math.min(width() - tip.offsetWidth, middle - tip.offsetWidth / 2))}px`,
			);
		}
	};
	const showBrush = () => {
		shade.hidden = !brush || !bars;
		if (bars) {
			const { first, last } = brush ? brushed(brush) : { first: 0, last: bars.count - 1 };
			shade.style.setProperty('left', `${(first / bars.count) * 100}%`);
			shade.style.setProperty('width', `${((last - first + 1) / bars.count) * 100}%`);
			setAttribute(slider, 'aria-valuemax', bars.count - 1);
			setAttribute(slider, 'aria-valuenow', brush?.head ?? 0);
			setAttribute(
				slider,
				'aria-valuetext',
				brush ? words({ first, last }) : t('No range selected. {0}', words({ first, last })),
			);
		}
	};
	const setBrush = (next: Brush | undefined) => {
		brush = next;
		showBrush();
		showTip(next?.head);
	};
	const draw = () => {
		fill(picture);
		if (!bars) {
			return;
		}
		const drawn = bars;
		const height = heightNow();
		const { start, step } = drawn.histogram;
		setAttribute(picture, 'viewBox', `0 0 ${width()} ${headroom + height + axisHeight}`);
		const peak = drawn.totals[drawn.peak] ?? 0;
		const at = barSeconds(drawn, drawn.peak, drawn.peak);
		setAttribute(
			picture,
			'aria-label',
			t(
				'{0} in {1}. Peak: {2} in {3}.',
				formats.records(drawn.records),
				formats.timeRange(start, start + step * drawn.count),
				formats.count(peak),
				formats.timeRange(at.from, at.to + 1),
			),
		);
		fill(
			picture,
			drawPatterns(),
			vector('line', { class: 'grid-line', x1: 0, x2: width(), y1: headroom + 0.5, y2: headroom + 0.5 }),
			vector('line', { class: 'axis', x1: 0, x2: width(), y1: headroom + height + 0.5, y2: headroom + height + 0.5 }),
			vector('g', { transform: `translate(0 ${headroom})` }, drawBars(drawn, width(), height)),
			...axisLabels(drawn, width(), formats).map(({ bar, words: label }) =>
				vector(
					'text',
					{
						class: 'axis-label',
						x: Math.round((bar / drawn.count) * width()),
						y: headroom + height + axisHeight - 3,
					},
					label,
				),
			),
			vector('text', { class: 'axis-label', x: width(), y: headroom - 2, 'text-anchor': 'end' }, formats.count(peak)),
		);
		showBrush();
	};

	slider.addEventListener('pointerdown', (event) => {
		if (event.button !== 0 || !bars) {
			return;
		}
		slider.setPointerCapture(event.pointerId);
		const anchor = barAt(event.clientX);
		setBrush({ anchor, head: anchor });
		const move = (moved: PointerEvent) => setBrush({ anchor, head: barAt(moved.clientX) });
		slider.addEventListener('pointermove', move);
		slider.addEventListener(
			'lostpointercapture',
			() => {
				slider.removeEventListener('pointermove', move);
				const done = brush;
				setBrush(undefined);
				if (done) {
					apply(done);
				}
			},
			{ once: true },
		);
	});
	slider.addEventListener('pointermove', ({ clientX }) => showTip(barAt(clientX)));
	slider.addEventListener('pointerleave', () => showTip(undefined));
	slider.addEventListener('blur', () => showTip(undefined));
	slider.addEventListener('keydown', (event) => {
		if (event.key === 'Enter' && brush) {
			event.preventDefault();
			const done = brush;
			setBrush(undefined);
			apply(done);
		} else if (event.key === 'Escape') {
			setBrush(undefined);
		} else {
			const moved = moveBrush(brush, event.key, event.shiftKey, bars?.count ?? 0);
			if (moved) {
				event.preventDefault();
				setBrush(moved);
			}
		}
	});
	const observer = new ResizeObserver(draw);
	observer.observe(root);
	owned.add({ dispose: () => observer.disconnect() });

	const setEmpty = (empty: boolean) => {
		root.classList.toggle('empty', empty);
		slider.hidden = empty;
		picture.toggleAttribute('hidden', empty);
		sentence.hidden = !empty;
	};
	return {
		root,
		show: (next) => {
			bars = next;
			brush = undefined;
			setEmpty(false);
			draw();
		},
		say: (text) => {
			bars = undefined;
			sentence.textContent = text;
			setEmpty(true);
			draw();
		},
		dispose: () => owned.dispose(),
	};
}
