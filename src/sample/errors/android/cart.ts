import type { ErrorKind } from '../errorKind';
import { type JvmFrame, own, thrown } from '../jvm';
import { androidFrames as frames } from './frames';
import { activityStart, click, pool } from './libraryFrames';

const checkoutStart = [own(frames.readForCheckout), ...activityStart];
const couponClick = [own(frames.clickCoupon), ...click];
const couponShare = [own(frames.discountShare), own(frames.couponShare), ...couponClick];

export const cartTotal = totalOverflow([own(frames.sumForCheckout), ...activityStart]);
export const couponTotal = totalOverflow(couponShare);

function totalOverflow(callers: readonly JvmFrame[]): ErrorKind {
	return thrown({
		type: 'java.lang.IllegalStateException',
		message: 'cart total, "negative"',
		frames: [own(frames.sumFails), ...callers],
		cause: {
			type: 'java.lang.ArithmeticException',
			message: 'long overflow',
			frames: ['java.lang.Math.addExact(Math.java:883)', own(frames.addLine), ...callers],
		},
	});
}

export const freeCart = thrown({
	type: 'java.lang.ArithmeticException',
	message: 'divide by zero',
	frames: couponShare,
});

export const noCoupon = thrown(
	{
		type: 'java.lang.IndexOutOfBoundsException',
		message: "Empty list doesn't contain element at index 0.",
		frames: [
			'kotlin.collections.EmptyList.get(Collections.kt:37)',
			'kotlin.collections.EmptyList.get(Collections.kt:25)',
			own(frames.firstCoupon),
			...couponClick,
		],
	},
	{ since: '2.3.0' },
);

/** The first update of the database was shipped twice. */
export const secondUpgrade = thrown(
	{
		type: 'android.database.sqlite.SQLiteException',
		message:
			'duplicate column name: quantity (code 1 SQLITE_ERROR): , while compiling: ALTER TABLE line ADD COLUMN quantity INTEGER',
		frames: [
			'android.database.sqlite.SQLiteConnection.nativePrepareStatement(Native Method)',
			'android.database.sqlite.SQLiteConnection.acquirePreparedStatement(SQLiteConnection.java:1068)',
			'android.database.sqlite.SQLiteConnection.prepare(SQLiteConnection.java:673)',
			'android.database.sqlite.SQLiteSession.prepare(SQLiteSession.java:590)',
			'android.database.sqlite.SQLiteProgram.<init>(SQLiteProgram.java:62)',
			'android.database.sqlite.SQLiteStatement.<init>(SQLiteStatement.java:34)',
			'android.database.sqlite.SQLiteDatabase.executeSql(SQLiteDatabase.java:2111)',
			'android.database.sqlite.SQLiteDatabase.execSQL(SQLiteDatabase.java:2033)',
			own(frames.upgradeCart),
			'android.database.sqlite.SQLiteOpenHelper.getDatabaseLocked(SQLiteOpenHelper.java:417)',
			'android.database.sqlite.SQLiteOpenHelper.getReadableDatabase(SQLiteOpenHelper.java:341)',
			own(frames.readCart),
			...checkoutStart,
		],
	},
	{ since: '2.3.0', until: '2.3.0' },
);

export const duplicateLine = thrown(
	{
		type: 'android.database.sqlite.SQLiteConstraintException',
		message: 'UNIQUE constraint failed: line.product (code 1555 SQLITE_CONSTRAINT_PRIMARYKEY[1555])',
		frames: [
			'android.database.sqlite.SQLiteConnection.nativeExecuteForLastInsertedRowId(Native Method)',
			'android.database.sqlite.SQLiteConnection.executeForLastInsertedRowId(SQLiteConnection.java:951)',
			'android.database.sqlite.SQLiteSession.executeForLastInsertedRowId(SQLiteSession.java:792)',
			'android.database.sqlite.SQLiteStatement.executeInsert(SQLiteStatement.java:89)',
			'android.database.sqlite.SQLiteDatabase.insertWithOnConflict(SQLiteDatabase.java:1858)',
			'android.database.sqlite.SQLiteDatabase.insertOrThrow(SQLiteDatabase.java:1750)',
			own(frames.writeLine),
			...pool,
		],
	},
	{ until: '2.3.1' },
);

export const noCursorWindow = thrown({
	type: 'android.database.CursorWindowAllocationException',
	message:
		"Could not allocate CursorWindow '/data/user/0/com.example.shop/databases/cart.db' of size 2097152 due to error -12.",
	frames: [
		'android.database.CursorWindow.nativeCreate(Native Method)',
		'android.database.CursorWindow.<init>(CursorWindow.java:139)',
		'android.database.AbstractWindowedCursor.clearOrCreateWindow(AbstractWindowedCursor.java:203)',
		'android.database.sqlite.SQLiteCursor.getString(SQLiteCursor.java:138)',
		own(frames.readLine),
		...checkoutStart,
	],
});

export const cartLocked = {
	waiting: [own(frames.waitForCart), ...checkoutStart],
	holding: [own(frames.writeLine), ...pool],
};
