import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Format } from '../../core/plan/plan';
import { civilNow } from '../../core/plan/range';
import { toUtc } from '../../shared/civilTime';
import { type SampleApplication, sampleApplications } from '../applications/sampleApplications';
import { listingShapes } from '../faults/faultTable';
import { noFaults, type RequestFaults } from '../faults/set';
import { html, json, jsonError, type SampleAnswer, textAnswer } from './answer';
import { answerControl } from './control';
import { deliver } from './delivery';
import { answerExport } from './exportAnswer';
import { readExportRequest } from './readExportRequest';
import type { ServiceState } from './serviceState';

type Route = { readonly kind: 'listing' } | { readonly kind: 'exports'; readonly format: Format };

/** Handles requests to the sample service. When `close` resolves, no response is in progress. */
export class RequestHandler {
	private readonly closing = new AbortController();
	private readonly running = new Set<Promise<void>>();

	constructor(private readonly state: ServiceState) {}

	handle(request: IncomingMessage, response: ServerResponse): void {
		const work = this.answer(request, response)
			.catch((error: unknown) => this.giveUp(error, response))
			.finally(() => this.running.delete(work));
		this.running.add(work);
	}

	async close(): Promise<void> {
		this.closing.abort();
		await Promise.allSettled(this.running);
	}

	/**
	 * Ends a response after an error. Usually, the error means that the client has disconnected or the service is
	 * closing.
	 */
	private giveUp(error: unknown, response: ServerResponse): void {
		if (response.headersSent || response.destroyed) {
			response.destroy();
		} else {
			response
				.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
				.end(`The sample service failed: ${error}`);
		}
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = request.url ?? '/';
		if (url.startsWith('/sample/')) {
			await deliver(await answerControl(request, this.state), request, response, noFaults, this.closing.signal);
			return;
		}
		const number = this.state.requests.add(request, this.state.tokens.known);
		const decided = this.decide(request, number);
		if (decided === 'silence') {
			return;
		}
		this.state.requests.answered(number, decided.answer.status);
		await deliver(decided.answer, request, response, decided.faults, this.closing.signal);
	}

	private decide(request: IncomingMessage, number: number): Decision | 'silence' {
		const { faults, tokens } = this.state;
		const url = request.url ?? '/';
		const { rest } = splitMoved(url);
		const [path = '', query = ''] = rest.split(/\?(.*)/s, 2);
		const route = routeOf(path);
		if (tokens.check(request.headers.authorization) !== 'accepted') {
			return { answer: unauthorized(route), faults: noFaults };
		}
		if (request.method !== 'GET') {
			return { answer: textAnswer(405, 'Only GET is supported', { Allow: 'GET' }), faults: noFaults };
		}
		if (!route) {
			return { answer: textAnswer(404, 'Not found'), faults: noFaults };
		}
		const taken = faults.take(route.kind);
		const lifetime = taken.count('tokenDies');
		if (lifetime !== undefined && (taken.memory('tokenDies')?.requests ?? 0) >= lifetime) {
			tokens.kill();
			return { answer: unauthorized(route), faults: taken };
		}
		if (taken.has('silence')) {
			return 'silence';
		}
		const answer =
			errorAnswer(taken, url, request.socket.localPort ?? 0) ??
			(route.kind === 'listing'
				? answerListing(taken.text('listing'), this.state.now())
				: this.answerExport(request, { url: rest, query, format: route.format, number }, taken));
		return { answer, faults: taken };
	}

	private answerExport(
		request: IncomingMessage,
		{ url, query, format, number }: ExportTarget,
		faults: RequestFaults,
	): SampleAnswer {
		const reading = readExportRequest(new URLSearchParams(query), format);
		if (!reading.ok) {
			return textAnswer(400, reading.words);
		}
		const { id } = reading.question.application;
		const application = sampleApplications.find((known) => String(known.id) === id);
		if (!application) {
			return textAnswer(404, `Application is not found: ${id}`);
		}
		if (application.records === 'forbidden') {
			return textAnswer(403, `Access to the application is denied: ${id}`);
		}
		const cacheControl = request.headers['cache-control'];
		const { question } = reading;
		const { now, sources } = this.state;
		return answerExport({ url, cacheControl, number, at: now(), question, source: sources.get(id) }, faults);
	}
}

interface Decision {
	readonly answer: SampleAnswer;
	readonly faults: RequestFaults;
}

interface ExportTarget {
	readonly url: string;
	readonly query: string;
	readonly format: Format;
	readonly number: number;
}

function routeOf(path: string): Route | undefined {
	switch (path) {
		case '/management/v1/applications':
			return { kind: 'listing' };
		case '/logs/v1/export/errors.csv':
			return { kind: 'exports', format: 'csv' };
		case '/logs/v1/export/errors.json':
			return { kind: 'exports', format: 'json' };
		default:
			return undefined;
	}
}

function unauthorized(route: Route | undefined): SampleAnswer {
	const words = 'The token is absent or invalid';
	return route?.kind === 'listing' ? jsonError(401, 'unauthorized', words) : textAnswer(401, words);
}

function errorAnswer(faults: RequestFaults, url: string, port: number): SampleAnswer | undefined {
	for (const status of [429, 420, 503] as const) {
		const name = `throttle${status}` as const;
		if (faults.has(name)) {
			const retryAfter = faults.text(name);
			const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
			return textAnswer(status, 'Too many requests: 3 queries are already enqueued.', headers);
		}
	}
	const status = faults.count('status');
	if (status !== undefined) {
		return textAnswer(status, `The sample service was told to answer ${status}.`);
	}
	const text = faults.text('badRequestText');
	if (text !== undefined) {
		return textAnswer(400, text);
	}
	const message = faults.text('badRequestJson');
	if (message !== undefined) {
		return jsonError(400, 'invalid_parameter', message);
	}
	if (faults.has('loginPage')) {
		return html('Sign in to continue');
	}
	if (faults.has('emptyBody')) {
		return { status: 200, headers: {}, body: '' };
	}
	return redirection(faults, url, port);
}

function redirection(faults: RequestFaults, url: string, port: number): SampleAnswer | undefined {
	if (faults.has('redirectElsewhere')) {
		// `localhost` is another origin, but the same server. Its log shows whether the client sent the token to that
		// origin.
		const elsewhere = faults.text('redirectElsewhere') ?? `http://localhost:${port}`;
		return redirectTo(new URL(url, elsewhere).href);
	}
	const count = faults.count('redirect');
	const { hops, rest } = splitMoved(url);
	return count === undefined || hops >= count ? undefined : redirectTo(`/moved/${hops + 1}${rest}`);
}

function splitMoved(url: string): { readonly hops: number; readonly rest: string } {
	const match = /^\/moved\/(\d{1,3})(?=\/)/.exec(url);
	return { hops: Number(match?.[1] ?? 0), rest: url.slice(match?.[0].length ?? 0) };
}

function redirectTo(location: string): SampleAnswer {
	return textAnswer(302, 'Found', { Location: location });
}

/** Lists the applications in the undocumented format of live services, with two additional properties. */
function answerListing(shape: string | undefined, now: number): SampleAnswer {
	const applications = sampleApplications.map((application) => describe(application, now));
	switch (listingShapes.find((known) => known === shape)) {
		case undefined:
			return json(200, { applications });
		case 'array':
			return json(200, applications);
		case 'data':
			return json(200, { data: applications });
		case 'ids':
			return json(200, { applications: sampleApplications.map(({ id }) => id) });
		case 'byId':
			return json(200, Object.fromEntries(applications.map((application) => [application.id, application])));
		case 'odd':
			return json(200, { result: { total: applications.length, cursor: 'next' }, ok: true });
		case 'empty':
			return json(200, { applications: [] });
		case 'html':
			return html('Sign in');
	}
}

function describe({ id, name, packageName, zone, createDate, records }: SampleApplication, now: number) {
	const moment = new Date(now * 1000);
	return {
		id,
		name,
		bundle_id: packageName,
		category: 10,
		time_zone_name: zone,
		time_zone_offset: Math.round((toUtc(civilNow(moment, { kind: 'named', name: zone })) - moment.getTime()) / 1000),
		hide_address: false,
		permission: records === 'forbidden' ? 'none' : 'view',
		create_date: createDate,
		use_universal_links: false,
		import_token: `not-a-secret-import-token-${id}`,
		api_key128: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
	};
}
