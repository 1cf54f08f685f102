import type { Frames } from '../stageApi';

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/**
 * Moves the scrollbar on each of a number of frames in a row, so far that each of them replaces every row. The rows
 * must be more than `frames * rowsEach`.
 */
export async function scrollRows(scroller: Element, count: number, frames: number, rowsEach: number): Promise<Frames> {
	let longTasks = 0;
	const observer = new PerformanceObserver((list) => {
		longTasks += list.getEntries().length;
	});
	observer.observe({ type: 'longtask' });
	const elementsBefore = document.querySelectorAll('*').length;
	// In parts of the whole: the scrollbar is shorter than the rows are high.
	const step = ((scroller.scrollHeight - scroller.clientHeight) / count) * rowsEach;
	const start = scroller.scrollTop;
	const intervals: number[] = [];
	let before = await nextFrame();
	for (let frame = 1; frame <= frames; frame++) {
		scroller.scrollTop = start + frame * step;
		const now = await nextFrame();
		intervals.push(now - before);
		before = now;
	}
	const stopped = performance.now();
	while (document.querySelector('.grid-row[aria-busy=true]')) {
		await nextFrame();
	}
	const settled = performance.now() - stopped;
	observer.disconnect();
	return { intervals, settled, longTasks, elementsBefore, elementsAfter: document.querySelectorAll('*').length };
}
