import type { Disposable } from '../../../shared/disposables';
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

/** Chart with selectable bars. For screen readers, it is an image with a description, and the selection is a slider. */
export class Plot implements Disposable {
	readonly root: HTMLElement;
	private readonly observer = new ResizeObserver(() => this.draw());
	private readonly picture = vector('svg', { role: 'img', class: 'plot-picture' });
	private readonly shade = element('div', { class: 'brush-shade', hidden: true });
	private readonly slider: HTMLElement;
	private readonly tip = element('div', { class: 'bar-tip', hidden: true, 'aria-hidden': 'true' });
	private readonly sentence = element('p', { class: 'plot-sentence dim' });
	private bars: Bars | undefined;
	private brush: Brush | undefined;

	constructor(
		private readonly context: Context,
		private readonly apply: (brush: Brush) => void,
	) {
		this.slider = element(
			'div',
			{
				class: 'brush',
				role: 'slider',
				tabindex: 0,
				'aria-label': context.t('Time range'),
				'aria-valuemin': 0,
				on: {
					pointerdown: (event) => this.startBrush(event),
					pointermove: ({ clientX }) => this.showTip(this.barAt(clientX)),
					pointerleave: () => this.showTip(undefined),
					blur: () => this.showTip(undefined),
					keydown: (event) => this.onKey(event),
				},
			},
			this.shade,
		);
		this.root = element('div', { class: 'plot' }, this.picture, this.slider, this.tip, this.sentence);
		this.observer.observe(this.root);
	}

	show(bars: Bars): void {
		this.bars = bars;
		this.brush = undefined;
		this.setEmpty(false);
		this.draw();
	}

	showMessage(text: string): void {
		this.bars = undefined;
		this.sentence.textContent = text;
		this.setEmpty(true);
		this.draw();
	}

	dispose(): void {
		this.observer.disconnect();
	}

	private get width(): number {
		return Math.max(1, this.root.clientWidth);
	}

	private barAt(x: number): number {
		const { left } = this.slider.getBoundingClientRect();
		const count = this.bars?.count ?? 1;
		return Math.max(0, Math.min(count - 1, Math.floor(((x - left) / this.width) * count)));
	}

	private setEmpty(empty: boolean): void {
		this.root.classList.toggle('empty', empty);
		this.slider.hidden = empty;
		this.picture.toggleAttribute('hidden', empty);
		this.sentence.hidden = !empty;
	}

	private draw(): void {
		const { bars, picture, width, context } = this;
		const { formats } = context;
		fill(picture);
		if (!bars) {
			return;
		}
		const height = Math.max(leastHeight, this.root.clientHeight - headroom - axisHeight);
		const base = headroom + height;
		const labels = axisLabels(bars, width, formats);
		const peak = formats.count(bars.totals[bars.peak] ?? 0);
		setAttribute(picture, 'viewBox', `0 0 ${width} ${base + axisHeight}`);
		setAttribute(picture, 'aria-label', describeBars(bars, context));
		fill(
			picture,
			drawPatterns(),
			vector('line', { class: 'grid-line', x1: 0, x2: width, y1: headroom + 0.5, y2: headroom + 0.5 }),
			vector('line', { class: 'axis', x1: 0, x2: width, y1: base + 0.5, y2: base + 0.5 }),
			vector('g', { transform: `translate(0 ${headroom})` }, drawBars(bars, width, height)),
			...labels.map(({ bar, words }) => {
				const x = Math.round((bar / bars.count) * width);
				return vector('text', { class: 'axis-label', x, y: base + axisHeight - 3 }, words);
			}),
			vector('text', { class: 'axis-label', x: width, y: headroom - 2, 'text-anchor': 'end' }, peak),
		);
		this.showBrush(bars);
	}

	private setBrush(brush: Brush | undefined): void {
		this.brush = brush;
		if (this.bars) {
			this.showBrush(this.bars);
		}
		this.showTip(brush?.head);
	}

	private showBrush(bars: Bars): void {
		const { brush, shade, slider, context } = this;
		const { first, last } = brush ? brushed(brush) : { first: 0, last: bars.count - 1 };
		const range = describeRange(bars, first, last, context);
		shade.hidden = !brush;
		shade.style.setProperty('left', `${(first / bars.count) * 100}%`);
		shade.style.setProperty('width', `${((last - first + 1) / bars.count) * 100}%`);
		setAttribute(slider, 'aria-valuemax', bars.count - 1);
		setAttribute(slider, 'aria-valuenow', brush?.head ?? 0);
		setAttribute(slider, 'aria-valuetext', brush ? range : context.t('No range selected. {0}', range));
	}

	private showTip(bar: number | undefined): void {
		const { tip, bars, brush, width } = this;
		tip.hidden = bar === undefined || !bars || bar >= bars.count;
		if (bars && bar !== undefined && !tip.hidden) {
			fill(tip, ...barTip(bars, bar, brush && brushed(brush), this.context));
			const middle = ((bar + 0.5) / bars.count) * width;
			const left = Math.max(0, Math.min(width - tip.offsetWidth, middle - tip.offsetWidth / 2));
			tip.style.setProperty('left', `${left}px`);
		}
	}

	private startBrush(event: PointerEvent): void {
		const { slider } = this;
		if (event.button !== 0 || !this.bars) {
			return;
		}
		slider.setPointerCapture(event.pointerId);
		const anchor = this.barAt(event.clientX);
		this.setBrush({ anchor, head: anchor });
		const move = (moved: PointerEvent) => this.setBrush({ anchor, head: this.barAt(moved.clientX) });
		const end = () => {
			slider.removeEventListener('pointermove', move);
			this.applyBrush();
		};
		slider.addEventListener('pointermove', move);
		slider.addEventListener('lostpointercapture', end, { once: true });
	}

	private applyBrush(): void {
		const { brush } = this;
		this.setBrush(undefined);
		if (brush) {
			this.apply(brush);
		}
	}

	private onKey(event: KeyboardEvent): void {
		if (event.key === 'Enter' && this.brush) {
			event.preventDefault();
			this.applyBrush();
		} else if (event.key === 'Escape') {
			this.setBrush(undefined);
		} else {
			const moved = moveBrush(this.brush, event.key, event.shiftKey, this.bars?.count ?? 0);
			if (moved) {
				event.preventDefault();
				this.setBrush(moved);
			}
		}
	}
}

function describeBars(bars: Bars, { t, formats }: Context): string {
	const { start, step } = bars.histogram;
	const peak = barSeconds(bars, bars.peak, bars.peak);
	return t(
		'{0} in {1}. Peak: {2} in {3}.',
		formats.records(bars.records),
		formats.timeRange(start, start + step * bars.count),
		formats.count(bars.totals[bars.peak] ?? 0),
		formats.timeRange(peak.from, peak.to + 1),
	);
}

function describeRange(bars: Bars, first: number, last: number, { formats }: Context): string {
	const { from, to } = barSeconds(bars, first, last);
	const records = bars.totals.slice(first, last + 1).reduce((sum, total) => sum + total, 0);
	return `${formats.timeRange(from, to + 1)}: ${formats.records(records)}`;
}
