import type { Page } from 'playwright-core';

interface TraceEvent {
	readonly name: string;
	readonly pid: number;
	readonly tid: number;
	/** Processor time of the thread in microseconds. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
}

/** Returns the processor time of the page's longest task in milliseconds. It doesn't depend on other load. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
	const browser = page.context().browser();
	if (!browser) {
		throw new Error('The page has no browser.');
	}
	await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] });
	let trace: Buffer;
	try {
		await work();
	} finally {
		trace = await browser.stopTracing();
	}
	const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
	const pages = new Set(
		traceEvents
			.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
			.map(({ pid, tid }) => `${pid}/${tid}`),
	);
	const tasks = traceEvents.filter(
		({ name, pid, tid, tdur }) => /RunTask$/.test(name) && tdur !== undefined && pages.has(`${pid}/${tid}`),
	);
	if (tasks.length === 0) {
		throw new Error('The browser tells no times of tasks.');
	}
	return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
}
