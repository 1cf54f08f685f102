/** Service and token for requests. Exists only in memory, and must never be logged or stored as a whole. */
export interface Target {
	/** Absolute base URL. A path prefix and a trailing slash are allowed. */
	readonly baseUrl: string;
	readonly token: string;
	/** Whether the user has agreed to send the token unencrypted over `http:` to another machine. */
	readonly allowInsecure: boolean;
}

export interface TargetSource {
	get(): Promise<Target>;
	/** Returns a target with a new token. @throws AppError `unauthorized` if the user provides none */
	renew(refused: Target): Promise<Target>;
}
