"""Cards of any shop-bought deck, recognised by what they look like once each has been shown."""
