/** Time limits for periods of inactivity, in milliseconds. The total duration of a request is not limited. */
export interface Timeouts {
	/** Limit for establishing a connection, including the TLS handshake, and for a proxy's response to CONNECT. */
	readonly connect: number;
	readonly headers: number;
	/** Maximum pause between bytes of a response body. A slow transfer without such pauses never times out. */
	readonly silentBody: number;
}

export const defaultDatabaseQueryMs = 30_000;

export const defaultTimeouts: Timeouts = {
	/** A lost packet is sent again after 1, 3, and 7 seconds, so 30 seconds allow several attempts. */
	connect: 30_000,
	/** A service can take several minutes to prepare a large export before it sends response headers. */
	headers: 300_000,
	silentBody: 120_000,
};
