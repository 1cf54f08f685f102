package com.example.shop.cart;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteOpenHelper;
import java.util.ArrayList;
import java.util.List;

/** The cart of this device, kept in a database. */
public final class CartStore extends SQLiteOpenHelper {
    private final Object lock = new Object();

    public CartStore(Context context) {
        super(context, "cart.db", null, 3);
    }

    @Override
    public void onCreate(SQLiteDatabase database) {
        database.execSQL("CREATE TABLE line (product TEXT PRIMARY KEY, price INTEGER, quantity INTEGER)");
    }

    @Override
    public void onUpgrade(SQLiteDatabase database, int oldVersion, int newVersion) {
        database.execSQL("ALTER TABLE line ADD COLUMN quantity INTEGER");
    }

    public List<CartLine> read() {
        List<CartLine> lines = new ArrayList<>();
        synchronized (lock) {
            SQLiteDatabase database = getReadableDatabase();
            try (Cursor cursor = database.rawQuery("SELECT product, price, quantity FROM line", null)) {
                while (cursor.moveToNext()) {
                    lines.add(new CartLine(cursor.getString(0), cursor.getLong(1), cursor.getLong(2)));
                }
            }
        }
        return lines;
    }

    public void write(CartLine line) {
        ContentValues values = new ContentValues();
        values.put("product", line.getProductId());
        values.put("price", line.getUnitPrice());
        values.put("quantity", line.getQuantity());
        synchronized (lock) {
            getWritableDatabase().insertOrThrow("line", null, values);
        }
    }
}
