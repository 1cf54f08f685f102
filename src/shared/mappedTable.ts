/** What a table that others made is to the records. */

export interface DatabaseTable {
	readonly database: string;
	readonly table: string;
}

export interface DatabaseColumn {
	readonly name: string;
	/** As the server writes it, such as `Nullable(DateTime)`. */
	readonly type: string;
}

/** What a column of somebody else's table can be to the records; others are shown as they are. */
export const columnRoles = ['time', 'error', 'version', 'device', 'name'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** A table that was made by others, and which of its columns are what. */
export interface TableMapping extends DatabaseTable {
	readonly time: DatabaseColumn;
	/** Names of columns. */
	readonly others: Readonly<Partial<Record<Exclude<ColumnRole, 'time'>, string>>>;
}
