import type { Disposable } from '../../../shared/disposables';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import type { Context } from '../context/context';
import type { ReadingState, State } from '../state/viewState';

interface ReadingProgress extends Disposable {
	readonly bar: HTMLElement;
	readonly words: HTMLElement;
	readonly failure: HTMLElement;
}

/**
 * Shows the reading progress. The bar overlaps the content, so that the layout doesn't shift when the bar disappears.
 */
export function readingProgress({ store, t, formats, announce }: Context): ReadingProgress {
	const bar = element('div', {
		class: 'progress',
		role: 'progressbar',
		'aria-label': t('Loading file'),
		'aria-valuemin': 0,
		'aria-valuemax': 100,
	});
	const words = element('span');
	const failure = element('p', { class: 'notice failure' });
	let announced = 0;
	const update = (reading: ReadingState) => {
		bar.hidden = words.hidden = reading.kind !== 'reading';
		failure.hidden = reading.kind !== 'failed';
		if (reading.kind === 'failed') {
			fill(failure, icon('warning'), element('span', {}, reading.message));
			announce(reading.message);
		} else if (reading.kind === 'reading') {
			const percent = reading.totalBytes > 0 ? Math.floor((reading.bytes / reading.totalBytes) * 100) : 0;
			setAttribute(bar, 'aria-valuenow', percent);
			bar.style.setProperty('--done', `${percent}%`);
			words.textContent = t('loading, {0}', formats.share(percent, 100));
			// Progress is announced in steps of 25%, because smaller steps would interrupt the screen reader too often.
			if (percent >= announced + 25) {
				announced = percent;
				announce(t('Loading file: {0}', formats.share(percent, 100)));
			}
		}
	};
	update(store.state.reading);
	const subscription = store.subscribe((state: State, previous) => {
		if (state.reading !== previous.reading) {
			update(state.reading);
			if (state.reading.kind === 'done' && previous.reading.kind === 'reading') {
				announce(t('File loaded: {0}', formats.records(state.info.total)));
			}
		}
	});
	return { bar, words, failure, dispose: () => subscription.dispose() };
}
