package com.example.shop.catalog;

/** A product with a page of its own. */
public final class FeaturedProduct extends Product {
    private final Runnable opener;

    public FeaturedProduct(String id, String title, Runnable opener) {
        super(id, title);
        this.opener = opener;
    }

    public void show() {
        opener.run();
    }
}
