/** How long nothing may happen, in milliseconds. No limit is set for the whole of a request. */
export interface Timeouts {
	/** Until there is a connection, with TLS where the address asks for it; and until a proxy answers. */
	readonly connect: number;
	/** From the request to the headers of its answer. */
	readonly headers: number;
	/** Without a single byte of a body. One that moves, however slowly, has no limit. */
	readonly silentBody: number;
}

export const defaultTimeouts: Timeouts = {
	/** Long enough for a lost packet and its repetitions, which begin after 1 s and double. */
	connect: 30_000,
	/** A service that makes a large export before it answers sends nothing for minutes. */
	headers: 300_000,
	silentBody: 120_000,
};
